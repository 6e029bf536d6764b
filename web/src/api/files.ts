import type { ApiPath, Body, Data } from '@verso/protocol/endpoints'
import { ApiError, fileChanged, unreachable } from './api-error.ts'
import { call } from './client.ts'
import { refreshSession } from './refresh-session.ts'
import { accessToken } from './session.ts'

const UPLOAD_PATH = '/api/files/' satisfies ApiPath<'POST'>

type StoredFile = Data<'POST /api/files/'>
type UploadOptions = { onProgress?: (percent: number) => void; signal?: AbortSignal }

/** Uploads one file (`POST /api/files/`, multipart, field `file`) and tells how far it is. */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<StoredFile> {
  const token = accessToken()
  try {
    return await send(file, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || !token) throw error
    await refreshSession(token)
    return send(file, options)
  }
}

// XMLHttpRequest, because fetch does not report the progress of an upload.
function send(file: File, { onProgress, signal }: UploadOptions): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', UPLOAD_PATH)
    request.responseType = 'json'
    request.setRequestHeader('Accept', 'application/json')
    const token = accessToken()
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) =>
      event.lengthComputable && onProgress?.(Math.floor((event.loaded / event.total) * 100))
    request.onerror = async () => reject(await whyUnsent(file))
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    request.onload = () => {
      const stored = (request.response as { data?: StoredFile } | null)?.data
      if (request.status < 300 && stored) resolve(stored)
      // Not this server has answered, but a network that wants a sign-in of its own.
      else if (request.status < 300) reject(unreachable())
      else reject(new ApiError(request.status, request.response ?? {}, request.getResponseHeader('Retry-After')))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

/** A browser tells of a file that it cannot read as of a lost connection. */
const whyUnsent = (file: File): Promise<ApiError> => file.slice(0, 1).arrayBuffer().then(unreachable, fileChanged)

export type FileMetadata = Body<'POST /api/files/{id}/metadata/'>

/** The texts that go into the token's metadata. */
export const saveFileMetadata = (fileId: string, metadata: FileMetadata) =>
  call('POST /api/files/{id}/metadata/', { params: { id: fileId }, body: metadata })
