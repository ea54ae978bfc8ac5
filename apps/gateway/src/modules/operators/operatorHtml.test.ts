import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { navHtml, sectionHtml, table, timeHtml } from './operatorHtml.ts'
import { STYLE } from './operatorStyle.ts'

const APPEALS = { title: 'P2P appeals', waiting: 2, body: '<p>Two.</p>' }

test('leads to each section and says how many wait', () => {
  const nav = navHtml([APPEALS, { title: 'Earn pool', body: '' }, { ...APPEALS, waiting: 0 }])
  expect(nav).toContain('<a href="#p2p-appeals">P2P appeals <b>2</b></a>')
  expect(nav).toContain('<a href="#earn-pool">Earn pool</a>')
  expect(nav).toContain('<a href="#p2p-appeals">P2P appeals</a>')
  expect(sectionHtml(APPEALS)).toContain('<section id="p2p-appeals"')
})

test('writes no tag that a title holds', () => {
  const bad = { title: '<img src=x>', body: '' }
  expect(navHtml([bad])).not.toContain('<img')
  expect(sectionHtml(bad)).not.toContain('<img')
})

test('scrolls a wide table by keyboard and names an empty one', () => {
  expect(table(['<b>'], [['one']])).toMatch(/^<div class="scroll"[^>]+tabindex="0"><table>\n/)
  expect(table(['<b>'], [['one']])).toContain('<th scope="col">&#60;b&#62;</th>')
  expect(table(['Time'], [])).toBe('<p class="none">None.</p>')
})

test('names each cell for phones, which show no heads', () => {
  expect(table(['<b>', 'Two'], [['one', 'two']])).toContain(
    '<td data-head="&#60;b&#62;"><div>one</div></td><td data-head="Two"><div>two</div></td>',
  )
})

test('writes a moment to the second, all of it in the attribute', () => {
  expect(timeHtml(Date.UTC(2026, 10, 29, 18, 9, 8, 274))).toBe(
    '<time datetime="2026-11-29T18:09:08.274Z">2026-11-29 18:09:08 UTC</time>',
  )
})

test('has the colours of the tokens alone (visual 1)', async () => {
  const at = '../../../../../packages/ui/src/styles/tokens.css'
  const tokens = await readFile(path.join(import.meta.dirname, at), 'utf8')
  const colours = [...STYLE.matchAll(/:(#[0-9a-f]{3,6})\b/g)].map(([, colour = '']) =>
    colour.length === 4 ? colour.replaceAll(/[0-9a-f]/g, '$&$&') : colour,
  )
  expect(colours.length).toBeGreaterThan(20)
  expect(colours.filter((colour) => !tokens.includes(colour))).toEqual([])
})
