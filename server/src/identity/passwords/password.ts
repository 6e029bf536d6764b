import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { invalidField } from '../../http/app-error.ts'

/** OWASP's second choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** The hash of a random password, verified when there is no account, so that both cases cost the same. */
const NO_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$rY9OVPOsV0mp5ko7jeshnw$DcKPoBd6EArky/As9SlzPgavZ4puh1B5GOgQdcvO8S0'

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** @returns false, after the same work, when there is no account or it has no password yet */
export async function isPasswordRight(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const isRight = await verify(passwordHash ?? NO_ACCOUNT_HASH, password)
  return isRight && Boolean(passwordHash)
}

const TOP = 10_000
const common = new Set(dictionary['passwords-common'])
/** In any spelling, the most common of them. */
const mostCommon = new Set(dictionary['passwords-common'].slice(0, TOP).map((password) => password.toLowerCase()))

/** @throws AppError invalid for a common password */
export function assertNotCommon(password: string, field: string): void {
  if (common.has(password) || mostCommon.has(password.toLowerCase())) {
    throw invalidField(field, 'This password is too common')
  }
}
