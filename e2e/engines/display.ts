import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WINDOW_MANAGER, X_SERVER } from './installed.ts'
import { startProgram } from './programs.ts'

type Display = { env: NodeJS.ProcessEnv; end(): void }

/** GTK tells the page that less motion is asked for, and that the dark scheme is liked. */
const GTK = '[Settings]\ngtk-enable-animations=0\ngtk-application-prefer-dark-theme=1\n'

/** The window's own bars would keep it from being as narrow as a phone. */
const GTK_STYLE = '* { min-width: 0; padding: 0; font-size: 4px }'

/** A screen that is not seen, with a window manager: without one no window gets the focus. */
export async function startDisplay(): Promise<Display> {
  const folder = mkdtempSync(join(tmpdir(), 'verso-display-'))
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0', 'settings.ini'), GTK)
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), GTK_STYLE)
  const screen = startProgram(
    X_SERVER,
    ['-displayfd', '3', '-screen', '0', '1920x1400x24', '-nolisten', 'tcp'],
    process.env,
  )
  const number = await readNumber(screen.child.stdio[3] as Readable)
  const env = {
    ...process.env,
    DISPLAY: `:${number}`,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
  }
  const manager = startProgram(WINDOW_MANAGER, ['--sm-disable'], env)
  return {
    env,
    end: () => {
      manager.end()
      screen.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Xvfb writes the number it found free when it is ready. The pipe stays open: Xvfb ends when a write of its fails. */
async function readNumber(stream: Readable): Promise<number> {
  const [chunk] = await once(stream, 'data', { signal: AbortSignal.timeout(120_000) })
  return Number(String(chunk).trim())
}
