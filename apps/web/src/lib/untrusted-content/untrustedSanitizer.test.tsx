import { expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { untrustedSanitizer } from './untrustedSanitizer.ts'

const sanitizerFor = async (appSchemes?: readonly string[]) => {
  const config = appSchemes === undefined ? {} : { appSchemes }
  const { services } = await createTestBrowser().openTab('http://app/en', { config })
  return untrustedSanitizer(services.config)
}

it.each([
  ['exampleapp://trade/BTCUSDT', 'exampleapp://trade/BTCUSDT'],
  ['otherapp://trade', ''],
  ['javascript:alert(1)', ''],
  ['https://evil.example/', ''],
])("gives the link %s of an operator's app as %j (spec 5.2)", async (link, expected) => {
  const sanitizer = await sanitizerFor(['exampleapp:'])
  expect([sanitizer.link(link), sanitizer.imageSource(link)]).toEqual([expected, ''])
})

it('blanks links to apps where the operator names none (spec 5.2)', async () => {
  expect((await sanitizerFor()).link('exampleapp://trade')).toBe('')
})
