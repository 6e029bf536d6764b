import { expect, test } from 'vitest'
import { html, trustedHtml } from './html.ts'

test('what is put into a template is escaped, in text and in attributes', () => {
  const typed = `"><script>alert('1 & 2')</script>`
  const safe = '&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;'
  expect(String(html`<a title="${typed}">${typed}</a>`)).toBe(`<a title="${safe}">${safe}</a>`)
})

test('a template in a template is escaped once', () => {
  const items = ['a & b', '<i>'].map((text) => html`<li>${text}</li>`)
  expect(String(html`<ul>${items}</ul>`)).toBe('<ul><li>a &amp; b</li><li>&lt;i&gt;</li></ul>')
  expect(String(html`<style>${trustedHtml('a>b{}')}</style>`)).toBe('<style>a>b{}</style>')
})

test('nothing is nothing, and zero is a number', () => {
  expect(String(html`[${null}${undefined}${false}${0}]`)).toBe('[0]')
})
