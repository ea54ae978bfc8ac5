import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const app = path.resolve(import.meta.dirname, '../../apps/web/src')

/** Controls that the app draws itself, and why no widget stands there. */
const OWN: Readonly<Record<string, string>> = {
  'features/assets/ProfitPanel.tsx input': 'A native range lies unseen over the whole plot, so that keys and a finger read the curve day by day; a slider would draw a track of its own.',
  'features/settings/SettingsPanel.tsx input': 'The platform’s own chooser of colours: two of them in the whole app, each with its label; no widget would do more than pass it on.',
  'features/spot/book/BookSide.tsx button': 'A level of the book is painted from outside React many times a second; a widget would draw it anew.',
  'features/notices/NoticeBoard.tsx summary': 'The platform’s disclosure opens a notice, is found by the search of the page and weighs nothing.',
}

const RAW = /<(button|input|select|textarea|summary)\b/g

it('the app draws no control itself but the declared ones', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) => [...readFileSync(path.join(app, file), 'utf8').matchAll(RAW)].map(([, tag]) => `${file.replaceAll(path.sep, '/')} ${tag}`))
  expect(found.toSorted()).toEqual(Object.keys(OWN).toSorted())
})
