import type { Plugin } from 'vite'

/**
 * react-router wraps and names its components in ways that look like effects, so a bundler keeps all of them. Marked as what
 * they are, those that nobody imports are left out: 4 kB of every first load (docs/decisions/0010).
 */
export const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\// },
    handler: (code) => ({
      code: code
        .replace(/\bReact\$1\.forwardRef\(/g, (call) => `/*#__PURE__*/ ${call}`)
        .replace(/^\w+\.displayName = .*;$/gm, ''),
      map: null,
    }),
  },
}
