import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiPorts, NAMES } from './layout.ts'

const EXAMPLES = new URL('../../docs/operations/proxy/', import.meta.url)
const PORTS = { 3000: 'public', 3001: 'admin', 3002: 'media', 3003: 'pay' } as const

export type ProxyKind = 'haproxy' | 'nginx'
export type Proxy = { stop(): Promise<void> }
type Options = { folder: string; tlsPort: string; plainPort: string; sandboxPort: string; apis: readonly ApiPorts[] }

/** A certificate for all names that only the drill's own client knows. @returns the certificate */
export function makeCertificate(folder: string): string {
  const names = Object.values(NAMES).map((name) => `DNS:${name}`)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=verso.example']
  spawnSync('openssl', [...args, '-addext', `subjectAltName=${names.join(',')}`, '-keyout', key, '-out', certificate])
  writeFileSync(join(folder, 'verso.pem'), readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'))
  return readFileSync(certificate, 'utf8')
}

/** Starts a proxy by its example in docs/operations/proxy, on our ports. */
export async function startProxy(kind: ProxyKind, options: Options): Promise<Proxy> {
  const config = join(options.folder, `${kind}.conf`)
  writeFileSync(config, kind === 'haproxy' ? haproxyConfig(options) : nginxConfig(options))
  const [command, args] =
    kind === 'haproxy'
      ? ['/usr/sbin/haproxy', ['-db', '-f', config]]
      : ['/usr/sbin/nginx', ['-p', options.folder, '-c', config, '-g', 'daemon off;', '-e', 'stderr']]
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await Promise.race([sleep(2_000), ended])
  if (child.exitCode !== null) throw new Error(`${kind} did not start:\n${said}`)
  return {
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const example = (name: string, { folder, tlsPort, plainPort, apis }: Options) =>
  readFileSync(new URL(name, EXAMPLES), 'utf8')
    .replaceAll(/api-(\d):(300\d)/g, (_, number: string, port: string) => `127.0.0.1:${portOf(apis, number, port)}`)
    .replaceAll(/(server api-(\d) .*) port (3000)/g, (_, server: string, number: string, port: string) => {
      return `${server} port ${portOf(apis, number, port)}`
    })
    .replaceAll(/\/etc\/\w+\/verso\.pem/g, join(folder, 'verso.pem'))
    .replaceAll(/(bind |listen )(:?)443/g, `$1127.0.0.1:${tlsPort}`)
    .replaceAll(/(bind |listen )(:?)80/g, `$1127.0.0.1:${plainPort}`)

const portOf = (apis: readonly ApiPorts[], number: string, port: string) =>
  apis[Number(number) - 1]?.[PORTS[Number(port) as 3000]] ?? ''

/** Providers have an address of their own: the sandbox's is a port more. */
const haproxyConfig = (options: Options) => `${example('haproxy.cfg', options)}
listen sandbox
    bind 127.0.0.1:${options.sandboxPort}
${options.apis.map(({ pay, public: port }, index) => `    server api-${index + 1} 127.0.0.1:${pay} port ${port}`).join('\n')}
`

const nginxConfig = (options: Options) =>
  example('nginx.conf', options)
    .replace('events {', `pid ${join(options.folder, 'nginx.pid')};\nevents {`)
    .replace(
      /\n}\n$/,
      `
    access_log off;
    server {
        listen 127.0.0.1:${options.sandboxPort};
        location / {
            proxy_pass http://pay;
            proxy_set_header Host localhost;
        }
    }
}
`,
    )
