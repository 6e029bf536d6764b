import { vi } from 'vitest'

/** The stubbed worker's result for every picture. */
export const DRAWN_ANEW = 'only the picture'

/** In place of the worker that draws pictures, which needs a canvas. */
export function stubDrawing(): void {
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: { blob: Blob } }) => void
      terminate() {}
      postMessage() {
        const blob = new Blob([DRAWN_ANEW], { type: 'image/jpeg' })
        queueMicrotask(() => this.onmessage?.({ data: { blob } }))
      }
    },
  )
}
