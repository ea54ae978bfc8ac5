import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canConfirm,
  moveFocus,
  reduceSheet,
  CLOSED_SHEET,
  isTappable,
  type SheetEvent,
  type SheetItem,
  type SheetState,
} from './sheetReducer.ts'

const spot: SheetItem = { key: 'spot', label: 'Spot' }
const margin: SheetItem = { key: 'margin', label: 'Margin' }
const earn: SheetItem = { key: 'earn', label: 'Earn', disabled: true }
const futures: SheetItem = { key: 'futures', label: 'Futures', loading: true }
const items = [earn, spot, futures, margin]

const run = (events: readonly SheetEvent[], from: SheetState = CLOSED_SHEET) =>
  events.reduce(reduceSheet, from)
const opened = (...confirmed: string[]) => run([{ type: 'open', confirmed }])
const tap = (item: SheetItem): SheetEvent => ({ type: 'tap', item })

describe('reduceSheet (U3)', () => {
  it('opens with the confirmed list (U3.1, spec 4.10)', () => {
    expect(CLOSED_SHEET.open).toBe(false)
    expect(opened('spot')).toEqual({ open: true, confirmed: ['spot'], checked: ['spot'] })
  })
  it('toggles an item by tap and keeps the confirmed list (U3.2)', () => {
    expect(run([tap(margin)], opened('spot'))).toEqual({
      open: true,
      confirmed: ['spot'],
      checked: ['spot', 'margin'],
    })
    expect(run([tap(margin), tap(spot), tap(margin)], opened('spot')).checked).toEqual([])
  })
  it('does not confirm an empty list (U3.3, spec 4.10)', () => {
    const empty = run([tap(spot)], opened('spot'))
    expect(canConfirm(empty)).toBe(false)
    expect(reduceSheet(empty, { type: 'confirm' })).toBe(empty)
    expect(canConfirm(run([tap(margin)], empty))).toBe(true)
  })
  it('closes on confirm and confirms the checked list (U3.4, spec 4.10)', () => {
    expect(run([tap(margin), { type: 'confirm' }], opened('spot'))).toEqual({
      open: false,
      confirmed: ['spot', 'margin'],
      checked: ['spot', 'margin'],
    })
  })
  it('ignores taps on disabled and loading items (U3.5)', () => {
    expect(items.map(isTappable)).toEqual([false, true, false, true])
    const before = opened('spot')
    expect(reduceSheet(before, tap(earn))).toBe(before)
    expect(reduceSheet(before, tap(futures))).toBe(before)
  })
  it('restores the previous list on every exit but confirm (U3.6)', () => {
    expect(run([tap(margin), tap(spot), { type: 'dismiss' }], opened('spot'))).toEqual({
      open: false,
      confirmed: ['spot'],
      checked: ['spot'],
    })
  })
  it('ignores events of a closed sheet and reopening an open one (U3.7)', () => {
    expect(reduceSheet(CLOSED_SHEET, tap(spot))).toBe(CLOSED_SHEET)
    expect(reduceSheet(CLOSED_SHEET, { type: 'confirm' })).toBe(CLOSED_SHEET)
    expect(reduceSheet(CLOSED_SHEET, { type: 'dismiss' })).toBe(CLOSED_SHEET)
    expect(canConfirm({ open: false, confirmed: ['spot'], checked: ['spot'] })).toBe(false)
    const checked = run([tap(margin)], opened())
    expect(reduceSheet(checked, { type: 'open', confirmed: ['x'] })).toBe(checked)
  })
  it('changes the confirmed list only on confirm and never to empty (U3.8)', () => {
    const events = fc.oneof(
      fc.constantFrom<SheetEvent>({ type: 'confirm' }, { type: 'dismiss' }),
      fc.constantFrom(...items).map(tap),
      fc
        .subarray(['spot', 'margin', 'earn'])
        .map((confirmed): SheetEvent => ({ type: 'open', confirmed })),
    )
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (script) => {
        let state = CLOSED_SHEET
        for (const event of script) {
          const next = reduceSheet(state, event)
          if (event.type === 'dismiss' || event.type === 'tap')
            expect(next.confirmed).toBe(state.confirmed)
          if (event.type === 'confirm' && next !== state)
            expect(next.confirmed.length).toBeGreaterThan(0)
          if (!next.open) expect(next.checked).toEqual(next.confirmed)
          expect(new Set(next.checked).size).toBe(next.checked.length)
          state = next
        }
      }),
    )
  })
})

describe('moveFocus (U3)', () => {
  it('skips disabled items and wraps (U3.9)', () => {
    expect(moveFocus(items, { from: 1, to: 'next' })).toBe(3)
    expect(moveFocus(items, { from: 3, to: 'next' })).toBe(1)
    expect(moveFocus(items, { from: 3, to: 'previous' })).toBe(1)
    expect(moveFocus(items, { from: 1, to: 'previous' })).toBe(3)
    expect(moveFocus(items, { from: -1, to: 'next' })).toBe(1)
    expect(moveFocus(items, { from: -1, to: 'previous' })).toBe(3)
  })
  it('goes to the ends, and returns -1 without enabled items (U3.10)', () => {
    expect(moveFocus(items, { from: 3, to: 'first' })).toBe(1)
    expect(moveFocus(items, { from: 1, to: 'last' })).toBe(3)
    for (const to of ['next', 'previous', 'first', 'last'] as const)
      expect(moveFocus([earn, futures], { from: 0, to })).toBe(-1)
  })
})
