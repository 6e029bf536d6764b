import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { showHtml } from '../../../testing/show-html.ts'
import { RegisterScreen } from './register-screen.tsx'

const FIRST_FORM = readFileSync(join(import.meta.dirname, '../../first-forms/register.html'), 'utf8')

/** The form of the first paint, filled in before the script has come. */
function fillInFirstForm() {
  showHtml(FIRST_FORM)
  const first = (name: string) => document.querySelector(`#first-${name}`) as HTMLInputElement
  first('email').value = 'nila@example.test'
  first('password').value = 'Demo-pass1'
  first('confirm_password').value = 'Demo-pss1'
  first('terms').checked = true
  return first
}

async function showScreen() {
  const page = await openScreen(<RegisterScreen />)
  return (name: string) => page.querySelector(`[name=${name}]`) as HTMLInputElement
}

test('what was filled in before the script came stays, with the focus', async () => {
  const first = fillInFirstForm()
  first('email').focus()
  const field = await showScreen()
  expect([field('email').value, field('password').value, field('confirm_password').value]).toEqual([
    'nila@example.test',
    'Demo-pass1',
    'Demo-pss1',
  ])
  expect(field('terms').checked).toBe(true)
  expect(document.activeElement).toBe(field('email'))
  expect(document.querySelector('#first-form')).toBeNull()
})

test('who asked to join before the script came is told by it what is wrong', async () => {
  const form = fillInFirstForm()('email').form as HTMLFormElement
  form.dataset.asked = ''
  // Not in jsdom.
  HTMLElement.prototype.scrollIntoView = () => undefined
  const field = await showScreen()
  await eventually(() => expect(field('confirm_password').getAttribute('aria-invalid')).toBe('true'))
})

test('no field of the first form has a name, so that nothing is sent without the script', () => {
  expect(showHtml(FIRST_FORM).querySelectorAll('[name]')).toHaveLength(0)
})
