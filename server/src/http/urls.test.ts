import { expect, test } from 'vitest'
import { ownOrigin } from '../config/hosts.ts'
import { useTestApp } from '../../test/test-app.ts'
import { urlsFor } from './urls.ts'

const t = useTestApp()
const publicUrl = (host: string): string =>
  urlsFor({
    config: { ...t.ctx.config, host, ports: { ...t.ctx.config.ports, public: 3000 }, urls: { ...NONE } },
  }).public
const NONE = { public: undefined, admin: undefined, media: undefined, pay: undefined }

test('without an address of its own the product is where it listens, by a name that leads there', () => {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) expect(publicUrl(host)).toBe('http://localhost:3000')
  expect(publicUrl('127.0.0.2')).toBe('http://127.0.0.2:3000')
})

test('a server of ours is asked where it listens', () => {
  expect(['127.0.0.1', '127.0.0.2', '0.0.0.0', '::', '::1'].map((host) => ownOrigin(host, 80))).toEqual([
    'http://127.0.0.1:80',
    'http://127.0.0.2:80',
    'http://127.0.0.1:80',
    'http://127.0.0.1:80',
    'http://[::1]:80',
  ])
})
