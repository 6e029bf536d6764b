/** The operations of an engine, in its own protocol. */
export type Engine<Handle> = {
  open(url: string): Promise<void>
  /** Calls a function of the page that gives an element or null. */
  find(script: string, path: string): Promise<Handle | undefined>
  click(handle: Handle): Promise<void>
  type(handle: Handle, text: string): Promise<void>
  valueOf(handle: Handle): Promise<string>
  /** Takes the option of a select that has this text. */
  choose(handle: Handle, option: string): Promise<void>
  attach(handle: Handle, file: string): Promise<void>
  /** The value of an expression in the page. */
  read<Read>(script: string): Promise<Read>
  enterFrame(frame: Handle): Promise<void>
  leaveFrame(): Promise<void>
  picture(): Promise<Uint8Array>
  resize(width: number, height: number): Promise<void>
  /** Whether an error says only that the page changed under the call. */
  isPassing(error: unknown): boolean
  close(): Promise<void>
}
