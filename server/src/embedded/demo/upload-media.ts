import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from '../../context.ts'
import type { DemoClient } from './demo-client.ts'
import { mediaUrl, withPicture } from './unpack-picture.ts'

const MIMES: Record<string, string> = { mp3: 'audio/mpeg', glb: 'model/gltf-binary', webm: 'video/webm' }

/** Uploads a picture of the folder `media` as a member does. @returns the file's id */
export const uploadPicture = (ctx: Context, member: DemoClient, picture: string): Promise<string> =>
  withPicture(ctx, picture, (path) => upload(member, path, 'image/png'))

export const uploadMedia = (member: DemoClient, name: string): Promise<string> =>
  upload(member, fileURLToPath(mediaUrl(name)), MIMES[name.split('.').at(-1) as string] as string)

async function upload(member: DemoClient, path: string, type: string): Promise<string> {
  const form = new FormData()
  form.set('file', await openAsBlob(path, { type }), basename(path))
  return (await member.upload(form)).id
}
