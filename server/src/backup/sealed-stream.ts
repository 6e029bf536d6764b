import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * How every part of a backup is written: a header, then pieces of 1 MiB, each under AES-256-GCM with its number and whether
 * it is the last one. So a part is read and written as a stream, and none can be cut, reordered or given another's name.
 */
const MAGIC = Buffer.from('verso backup 1\n')
const SALT_BYTES = 32
const CHECK_BYTES = 16
const HEADER_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES
const PIECE_BYTES = 1024 * 1024
const TAG_BYTES = 16
const IV_BYTES = 12

/** The bytes are not those that were written. */
export class DamagedPart extends Error {
  override readonly name = 'DamagedPart'
}
/** The header was made with another key, or is damaged itself. */
export class WrongBackupKey extends Error {
  override readonly name = 'WrongBackupKey'
}

type Sealing = { key: Buffer; name: string }

/** BACKUP_KEY is any text of at least 32 characters. */
export const deriveBackupKey = (text: string): Buffer => Buffer.from(hkdfSync('sha256', text, '', 'verso backup', 32))

export async function* seal(
  source: AsyncIterable<Buffer>,
  { key, name, salt }: Sealing & { salt: Buffer },
): AsyncGenerator<Buffer> {
  yield Buffer.concat([MAGIC, salt, checkOf(key, salt)])
  const ofPart = keyOf(key, salt, name)
  let number = 0
  for await (const { bytes, isLast } of inPieces(source, PIECE_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', ofPart, ivOf(number++, isLast))
    yield cipher.update(bytes)
    cipher.final()
    yield cipher.getAuthTag()
  }
}

/**
 * @throws WrongBackupKey
 * @throws DamagedPart
 */
export async function* unseal(source: AsyncIterable<Buffer>, { key, name }: Sealing): AsyncGenerator<Buffer> {
  let ofPart = key
  const body = withoutHeader(source, (salt, check) => {
    if (!timingSafeEqual(checkOf(key, salt), check)) throw new WrongBackupKey(name)
    ofPart = keyOf(key, salt, name)
  })
  let number = 0
  for await (const { bytes, isLast } of inPieces(body, PIECE_BYTES + TAG_BYTES)) {
    const end = bytes.length - TAG_BYTES
    if (end < 0) throw new DamagedPart(`${name} is cut off`)
    const decipher = createDecipheriv('aes-256-gcm', ofPart, ivOf(number++, isLast))
    decipher.setAuthTag(bytes.subarray(end))
    const plain = decipher.update(bytes.subarray(0, end))
    try {
      decipher.final()
    } catch {
      throw new DamagedPart(`${name} is damaged or cut off`)
    }
    yield plain
  }
}

const checkOf = (key: Buffer, salt: Buffer): Buffer =>
  createHmac('sha256', key).update(salt).digest().subarray(0, CHECK_BYTES)

/** Each part has a key of its own, so the numbers of its pieces are never used twice under one key. */
const keyOf = (key: Buffer, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `verso backup part ${name}`, 32))

function ivOf(number: number, isLast: boolean): Buffer {
  const iv = Buffer.alloc(IV_BYTES)
  iv.writeUInt32BE(number, IV_BYTES - 5)
  iv.writeUInt8(isLast ? 1 : 0, IV_BYTES - 1)
  return iv
}

/** Hands on what follows the header, once `take` has accepted that. */
async function* withoutHeader(
  source: AsyncIterable<Buffer>,
  take: (salt: Buffer, check: Buffer) => void,
): AsyncGenerator<Buffer> {
  let header: Buffer | undefined = Buffer.alloc(0)
  for await (const bytes of source) {
    if (!header) {
      yield bytes
      continue
    }
    header = Buffer.concat([header, bytes])
    if (header.length < HEADER_BYTES) continue
    if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new DamagedPart('it is no part of a backup')
    const salt = header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)
    take(salt, header.subarray(MAGIC.length + SALT_BYTES, HEADER_BYTES))
    yield header.subarray(HEADER_BYTES)
    header = undefined
  }
  if (header) throw new DamagedPart('it is cut off')
}

/** The same bytes in pieces of one size; the last is shorter or as long, and there is always one. */
async function* inPieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const bytes of source) {
    waiting.push(bytes)
    length += bytes.length
    if (length <= size) continue
    const joined = Buffer.concat(waiting)
    let at = 0
    for (; joined.length - at > size; at += size) yield { bytes: joined.subarray(at, at + size), isLast: false }
    waiting = [joined.subarray(at)]
    length = joined.length - at
  }
  yield { bytes: Buffer.concat(waiting), isLast: true }
}

export const newSalt = (random: { bytes(size: number): Buffer }): Buffer => random.bytes(SALT_BYTES)
