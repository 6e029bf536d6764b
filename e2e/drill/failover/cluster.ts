import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GuardedProcess } from '../../../server/src/embedded/guarded-process.ts'
import { freePort } from '../../../server/test/product.ts'
import { killAtOnce, openMachine } from '../machine.ts'
import type { DatabaseServer } from '../outside.ts'
import { until } from '../until.ts'

const EXAMPLES = new URL('../../../docs/operations/failover/', import.meta.url)
const NAMES = ['db-1', 'db-2', 'db-3'] as const
const WAIT_MS = 120_000

type NodeName = (typeof NAMES)[number]
type Node = { name: NodeName; postgres: string; rest: string; folder: string; process?: GuardedProcess }

/** PostgreSQL on three machines that are one, under Patroni, with HAProxy before them: all on the loopback. */
export type Cluster = DatabaseServer & {
  /** Once all three are there: two follow the primary, one of which confirms each commit. */
  settledPrimary(): Promise<NodeName>
  /** As a machine that is gone. */
  kill(name: NodeName): void
  startAgain(name: NodeName): void
}

export async function startCluster(folder: string): Promise<Cluster> {
  chmodSync(folder, 0o711)
  const { home, makeFolder, write, start } = openMachine(join(folder, 'cluster'))
  const [etcdPort, peerPort, primaryPort, readPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const urls = { client: `http://127.0.0.1:${etcdPort}`, peer: `http://127.0.0.1:${peerPort}` }
  const etcd = start('/usr/bin/etcd', etcdArgs(makeFolder(join(home, 'etcd')), urls), 'etcd')
  const nodes: Node[] = []
  for (const name of NAMES)
    nodes.push({ name, postgres: await freePort(), rest: await freePort(), folder: makeFolder(join(home, name)) })
  const superuser = randomBytes(16).toString('hex')
  const startNode = (node: Node) => {
    const config = write(join(node.folder, 'patroni.yml'), patroniConfig(node, { etcdPort, superuser }))
    node.process = start('/usr/bin/patroni', [config], node.name)
  }
  // The first alone: which one makes the cluster is not left to chance.
  const [first] = nodes as [Node]
  startNode(first)
  await until(
    'db-1 is the primary',
    async () => {
      if (!etcd.isRunning() || !first.process?.isRunning()) throw new Error(`A server has ended. Logs are in ${home}`)
      return (await answerOf(first, '/primary')) === 200
    },
    WAIT_MS,
  )
  for (const node of nodes.slice(1)) startNode(node)
  const config = write(join(home, 'haproxy.cfg'), haproxyConfig(nodes, { primaryPort, readPort }))
  const proxy = start('/usr/sbin/haproxy', ['-db', '-f', config], 'haproxy')

  const find = (name: NodeName) => nodes.find((node) => node.name === name) as Node
  const findPrimary = async () => {
    const are = (path: string) => Promise.all(nodes.map(async (node) => (await answerOf(node, path)) === 200))
    const [arePrimary, areConfirming, areReplicas] = await Promise.all(
      ['/primary', '/synchronous', '/replica'].map(are),
    )
    const count = (answers: readonly boolean[] = []) => answers.filter(Boolean).length
    const isSettled = count(arePrimary) === 1 && count(areConfirming) === 1 && count(areReplicas) === 2
    return isSettled ? nodes[arePrimary?.indexOf(true) ?? -1] : undefined
  }
  const cluster: Cluster = {
    adminUrl: `postgres://postgres:${superuser}@127.0.0.1:${primaryPort}/postgres`,
    readUrl: `postgres://127.0.0.1:${readPort}`,
    settledPrimary: async () => {
      let found: Node | undefined
      await until(
        'two replicas follow, and one confirms',
        async () => (found = await findPrimary()) !== undefined,
        WAIT_MS,
      )
      return (found as Node).name
    },
    kill: (name) => killNode(find(name)),
    startAgain: (name) => startNode(find(name)),
    stop: async () => {
      await Promise.all([proxy.stop(), ...nodes.map(async ({ process }) => process?.stop())])
      await etcd.stop()
    },
  }
  await cluster.settledPrimary()
  return cluster
}

const etcdArgs = (dataDir: string, { client, peer }: { client: string; peer: string }) => [
  `--name=etcd-1`,
  `--data-dir=${dataDir}`,
  `--listen-client-urls=${client}`,
  `--advertise-client-urls=${client}`,
  `--listen-peer-urls=${peer}`,
  `--initial-advertise-peer-urls=${peer}`,
  `--initial-cluster=etcd-1=${peer}`,
  '--log-level=warn',
]

const example = (name: string) => readFileSync(new URL(name, EXAMPLES), 'utf8')

const patroniConfig = (node: Node, { etcdPort, superuser }: { etcdPort: string; superuser: string }) =>
  example('patroni.yml')
    .replace('name: db-1', `name: ${node.name}`)
    .replace(/hosts: \[.*\]/, `hosts: [127.0.0.1:${etcdPort}]`)
    .replaceAll('db-1:8008', `127.0.0.1:${node.rest}`)
    .replaceAll('db-1:5432', `127.0.0.1:${node.postgres}`)
    .replace('/var/lib/postgresql/15/verso', dataOf(node))
    .replace('/var/lib/postgresql/verso.pgpass', join(node.folder, 'pgpass'))
    .replace('/var/run/postgresql', node.folder)
    .replace('superuser-password', superuser)

const haproxyConfig = (nodes: readonly Node[], ports: { primaryPort: string; readPort: string }) => {
  const nodeOf = (number: string) => nodes[Number(number) - 1] as Node
  return example('haproxy.cfg')
    .replaceAll(/db-(\d):5432 check port 8008/g, (_, number: string) => {
      const { postgres, rest } = nodeOf(number)
      return `127.0.0.1:${postgres} check port ${rest}`
    })
    .replace('bind :5000', `bind 127.0.0.1:${ports.primaryPort}`)
    .replace('bind :5001', `bind 127.0.0.1:${ports.readPort}`)
}

const dataOf = (node: Node) => join(node.folder, 'data')

/** @returns the status of Patroni's answer, 0 without one */
const answerOf = (node: Node, path: string): Promise<number> =>
  fetch(`http://127.0.0.1:${node.rest}${path}`, { method: 'OPTIONS', signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status,
    () => 0,
  )

/** PostgreSQL is not below Patroni: it goes on when Patroni ends, and is found by its own file. */
function killNode(node: Node): void {
  const server = Number(readFileSync(join(dataOf(node), 'postmaster.pid'), 'utf8').split('\n')[0])
  killAtOnce(node.process, [server])
}
