import { readFileSync } from 'node:fs'

const MANIFEST = new URL('../web/dist/.vite/manifest.json', import.meta.url)

/** The addresses of lazy parts' code, by the names of their sources: `codeOf('nft-screen')`. */
export function codeOf(...parts: string[]): RegExp {
  const built = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string }>
  const files = parts.map((part) => {
    const source = Object.keys(built).find((key) => key.endsWith(`/${part}.tsx`))
    if (!source) throw new Error(`The build has no part of its own called ${part}.`)
    return built[source]?.file
  })
  return new RegExp(`/(${files.join('|')})$`)
}
