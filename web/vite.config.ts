import { resolve } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlinePage } from './inline-page.ts'

const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000'
const adminApiUrl = process.env.ADMIN_API_URL ?? 'http://127.0.0.1:3001'
const isAdminPage = (referer = '') => referer.includes('/admin.html')

/** Two pages, one build: the marketplace (index.html) and the admin area (admin.html). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), inlinePage()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: resolve(import.meta.dirname, 'index.html'), admin: resolve(import.meta.dirname, 'admin.html') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': {
        target: apiUrl,
        router: ({ headers }: { headers: { referer?: string } }) =>
          isAdminPage(headers.referer) ? adminApiUrl : apiUrl,
      } as object,
    },
  },
})
