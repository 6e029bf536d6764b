import { closeSync, openSync, readSync } from 'node:fs'

const WINDOW_BYTES = 256 * 1024

/** Reads a few bytes here and there, on the way to the end of a large file, without holding it. In the media process only: it blocks. */
export class FileWindow {
  readonly #file: number
  readonly #bytes = Buffer.alloc(WINDOW_BYTES)
  #at = 0
  #length = 0

  constructor(path: string) {
    this.#file = openSync(path, 'r')
  }

  /** Fewer than asked for at the end of the file. */
  read(at: number, length: number): Buffer {
    if (at < this.#at || at + length > this.#at + this.#length) {
      this.#length = readSync(this.#file, this.#bytes, 0, WINDOW_BYTES, at)
      this.#at = at
    }
    return this.#bytes.subarray(at - this.#at, Math.min(at - this.#at + length, this.#length))
  }

  close(): void {
    closeSync(this.#file)
  }
}
