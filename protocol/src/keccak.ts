const RATE_BYTES = 136
const ROUNDS = 24
const LANE = (1n << 64n) - 1n
const FIVE = [0, 1, 2, 3, 4]

/** keccak-256 of a text of fewer than 136 bytes of ASCII, as hex: one block, which is all that a checksum needs. */
export function keccakOfShortText(text: string): string {
  if (text.length >= RATE_BYTES) throw new Error('the text is too long')
  const block = new Uint8Array(RATE_BYTES)
  for (let index = 0; index < text.length; index++) block[index] = text.charCodeAt(index)
  block[text.length] = 0x01
  block[RATE_BYTES - 1] = at(block, RATE_BYTES - 1) | 0x80
  const lanes = Array.from({ length: 25 }, () => 0n)
  for (const [index, byte] of block.entries()) {
    const lane = index >> 3
    lanes[lane] = at(lanes, lane) | (BigInt(byte) << BigInt(8 * (index & 7)))
  }
  permute(lanes)
  return lanes.slice(0, 4).map(toHex).join('')
}

/** keccak-f[1600]; lane (x, y) is at x + 5y. */
function permute(lanes: bigint[]): void {
  let register = 1
  for (let round = 0; round < ROUNDS; round++) {
    mixColumns(lanes)
    rotateAndMove(lanes)
    mixRows(lanes)
    for (let bit = 0; bit < 7; bit++) {
      register = ((register << 1) ^ ((register >> 7) * 0x71)) & 0xff
      if (register & 2) lanes[0] = at(lanes, 0) ^ (1n << BigInt((1 << bit) - 1))
    }
  }
}

function mixColumns(lanes: bigint[]): void {
  const parities = FIVE.map((x) => FIVE.reduce((parity, y) => parity ^ at(lanes, x + 5 * y), 0n))
  for (const x of FIVE) {
    const change = at(parities, (x + 4) % 5) ^ rotate(at(parities, (x + 1) % 5), 1)
    for (const y of FIVE) lanes[x + 5 * y] = at(lanes, x + 5 * y) ^ change
  }
}

function rotateAndMove(lanes: bigint[]): void {
  let [x, y] = [1, 0]
  let moving = at(lanes, 1)
  for (let step = 0; step < 24; step++) {
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    const next = at(lanes, x + 5 * y)
    lanes[x + 5 * y] = rotate(moving, (((step + 1) * (step + 2)) / 2) % 64)
    moving = next
  }
}

function mixRows(lanes: bigint[]): void {
  for (const y of FIVE) {
    const row = lanes.slice(5 * y, 5 * y + 5)
    for (const x of FIVE) lanes[5 * y + x] = at(row, x) ^ (~at(row, (x + 1) % 5) & LANE & at(row, (x + 2) % 5))
  }
}

const rotate = (lane: bigint, by: number): bigint => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & LANE

/** Lanes are little-endian. */
const toHex = (lane: bigint): string =>
  Array.from({ length: 8 }, (_, byte) => ((lane >> BigInt(8 * byte)) & 0xffn).toString(16).padStart(2, '0')).join('')

function at<T>(values: ArrayLike<T>, index: number): T {
  return values[index] as T
}
