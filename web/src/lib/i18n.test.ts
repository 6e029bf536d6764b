import '../marketplace/screens/explore/filter-texts.ts'
import '../locales/explore-texts.ts'
import { expect, test } from 'vitest'
import { addTexts, type TextKey, t } from './i18n.ts'

test('a text is found by its key, and filled in', () => {
  expect(t('errors.default')).toBe('Something went wrong')
  expect(t('navs:signIn')).toBe('SIGN IN')
  expect(t('explore.ownedBy', { name: 'Kasun' })).toBe('Owned by Kasun')
})

test('a count chooses between one and other, with thousands marks', () => {
  expect(t('explore.count.marketplace', { count: 1 })).toBe('1 work for sale')
  expect(t('explore.count.marketplace', { count: 1_000 })).toBe('1,000 works for sale')
})

test('a total that was not counted to its end has a plus', () => {
  expect(t('explore.count.marketplace', { count: 1_001 })).toBe('1,000+ works for sale')
})

test.each(['$t(navs:home)', '{{name}} and {{count}}', "$& $1 O'Neil & <b>Co</b>"])(
  'a name is not translated: %s',
  (name) => {
    expect(t('explore.ownedBy', { name })).toBe(`Owned by ${name}`)
  },
)

test('later texts add to a group that is there already', () => {
  addTexts({ common: { actions: { later: 'Later' } } })
  expect(t('actions.later' as TextKey)).toBe('Later')
  expect(t('actions.cancel')).toBe('Cancel')
})

test('a text that is missing shows its key, so that it is seen', () => {
  expect(t('actions.nothing' as TextKey)).toBe('actions.nothing')
})
