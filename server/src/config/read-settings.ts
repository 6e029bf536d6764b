import { StartupError } from '../errors/startup-error.ts'
import { findKeyProblems } from './key-problems.ts'
import { findOldSettings } from './old-settings.ts'
import { findDatabaseProblems, findProductionProblems, toldProductionBy } from './production-guard.ts'
import { readSecretFiles } from './secret-files.ts'
import { findSamePorts, missingSettings, settingMessage } from './setting-problems.ts'
import { type Settings, settingsSchema } from './settings.ts'

type Env = Record<string, string | undefined>
/**
 * `chain`: a command on the chain, which needs neither the product's addresses nor its other keys; `database`: one on the database, which
 * needs no key at all; `backup`: one that reads a backup, and no service; `owner`: one that works as the owner of the database.
 */
type Purpose = 'product' | 'owner' | 'chain' | 'database' | 'backup'

/**
 * The only reader of the environment. Every wrong setting is named in one message.
 * @throws StartupError
 */
export function readSettings(env: Env = process.env, options: { purpose?: Purpose } = {}): Settings {
  const { settings, problems } = inspectSettings(env, options)
  if (problems.length > 0) throw refuseSettings(problems)
  return settings
}

export const refuseSettings = (problems: string[]): StartupError =>
  new StartupError(`These settings are wrong:\n  ${problems.join('\n  ')}`)

/** The settings and what is wrong with them. One that is not valid counts as not given, so that the others are judged too. */
export function inspectSettings(
  env: Env = process.env,
  { purpose = 'product' }: { purpose?: Purpose } = {},
): { settings: Settings; problems: string[]; notices: string[] } {
  const files = readSecretFiles(env)
  const given = Object.fromEntries(
    Object.entries({ ...env, ...files.secrets }).filter(([, value]) => value !== undefined && value !== ''),
  )
  const issues = settingsSchema.safeParse(given, { error: settingMessage }).error?.issues ?? []
  const invalid = [...new Set(issues.map((issue) => String(issue.path[0])))]
  for (const name of invalid) delete given[name]
  const settings = settingsSchema.parse(given)
  const isProduction = toldProductionBy(settings) !== undefined
  const notices = findOldSettings(env, { isProduction })
  const others = findOthers(settings, { purpose, isProduction })
  const problems = [
    ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...files.problems,
    ...(isProduction ? notices : []),
    ...others.filter((line) => !invalid.some((name) => saysIsMissing(line, name))),
  ]
  return { settings, problems, notices }
}

function findOthers(
  settings: Settings,
  { purpose, isProduction }: { purpose: Purpose; isProduction: boolean },
): string[] {
  if (purpose === 'product' || purpose === 'owner') {
    const own = findProductionProblems(settings, { isOwner: purpose === 'owner' })
    return [...missingSettings(settings), ...findSamePorts(settings), ...own]
  }
  if (!isProduction || purpose === 'backup') return []
  return purpose === 'chain' ? findKeyProblems(settings) : findDatabaseProblems(settings)
}

const saysIsMissing = (line: string, name: string): boolean =>
  line.trim() === `${name} is missing` || line.endsWith(` needs ${name}`)
