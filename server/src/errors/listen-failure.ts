import { StartupError } from './startup-error.ts'

type Place = { host: string; port: number; setting: string }

/** Why a port of ours cannot be opened, for the operator. */
export function listenFailure(error: unknown, { host, port, setting }: Place): StartupError {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is in use. Stop what listens there, or choose another with ${setting}.`)
  return new StartupError(`Cannot listen on ${host}:${port} (${setting}): ${message}`)
}
