import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { rawControls } from './rawControls.mjs'

const app = path.resolve(import.meta.dirname, '../../apps/web/src')

/** Controls that the app draws itself, and the reason. */
const OWN: Readonly<Record<string, string>> = {
  'features/assets/ProfitPanel.tsx input':
    'A native range lies unseen over the whole plot, so that keys and a finger read the ' +
    'curve day by day; a slider would draw a track of its own.',
  'features/order-book/BookSide.tsx button':
    'A level of the book is painted from outside React many times a second; a widget would ' +
    'draw it anew.',
  'features/order-book/BookSide.tsx ol onClick': 'The list hears the presses of those buttons.',
  'features/futures/dialogs/LeverageDialog.tsx table':
    'Seven rows of tiers that nobody sorts, selects or scrolls.',
  'features/order-ticket/AccountCard.tsx table':
    'Two assets with two figures each, which nobody sorts, selects or scrolls.',
  'features/notices/NoticeBoard.tsx details':
    'The platform’s disclosure is found by the search of the page and weighs nothing.',
  'features/notices/NoticeBoard.tsx summary': 'It opens the notice.',
  'features/account/Identity.tsx input': 'A file; no widget chooses files.',
  'features/p2p/Chat.tsx input': 'A picture; no widget chooses files.',
  'features/search/SearchDialog.tsx input':
    'The field keeps the focus while arrows choose among results of three kinds below it; the ' +
    'options of a widget have one line and no groups.',
  'features/search/SearchDialog.tsx role combobox': 'That field.',
  'features/search/SearchDialog.tsx role listbox': 'Its results.',
  'features/search/SearchDialog.tsx role option': 'One of them.',
  'features/search/SearchDialog.tsx div onClick': 'A press on one of them opens it.',
}

it('finds only the declared raw controls in the app', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^generated|\btesting)[\\/]/.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    rawControls(file, readFileSync(path.join(app, file), 'utf8')).map(
      (what) => `${file.replaceAll(path.sep, '/')} ${what}`,
    ),
  )
  expect(found.toSorted()).toEqual(Object.keys(OWN).toSorted())
})

it.each([
  ['<input type="color" />', ['input']],
  ['<p><button type="button">Buy</button></p>', ['button']],
  ['<table><tbody><tr><td>1</td></tr></tbody></table>', ['table']],
  ['<span role="button" tabIndex={0}>Buy</span>', ['role button']],
  ["<div role={'switch'} />", ['role switch']],
  ['<div onClick={() => buy()}>Buy</div>', ['div onClick']],
  ['<p contentEditable />', ['contentEditable']],
  ["createElement('select', {}, options)", ['select']],
  ["document.createElement('textarea')", ['textarea']],
  ['<Button onClick={buy}>Buy</Button>', []],
  ['<a href="/" onClick={follow}>Home</a>', []],
  ['<div role="search" />', []],
  ["document.createElement('a')", []],
])('%s: %j', (source, controls) => {
  expect(rawControls('page.tsx', source)).toEqual(controls)
})
