import { describe, expect, it } from 'vitest'
import { citationsLeft, withoutCitations } from './publicComments.mjs'

describe('withoutCitations', () => {
  it.each([
    ['/** One or several of many (U8, spec 4.13). */', '/** One or several of many. */'],
    ['/** A token (spec sections 4 and 5, D1): good. */', '/** A token: good. */'],
    ['/** The currencies (spec section 3, in its order). */', '/** The currencies. */'],
    ['/** Names (spec section 8, Q8; docs/adr/requests.md). */', '/** Names. */'],
    ['/**\n * The same time (wire\n * 7).\n */', '/**\n * The same time.\n */'],
    ['/**\n * The headers\n * (wire protocol 1b). Sent.\n */', '/**\n * The headers. Sent.\n */'],
    ['/** Codes (R3 to R7). */', '/** Codes. */'],
  ])('takes the rules out of %j', (text, expected) => {
    expect(withoutCitations(text)).toBe(expected)
    expect(citationsLeft(text)).toEqual([])
  })

  it('keeps other parentheses and what is no comment', () => {
    const text = "/** The size (in base coin; see PROTOCOL.md T8). */\ntype Id = '(U8)'"
    expect(withoutCitations(text)).toBe(text)
  })
})

it('finds a rule that is cited in running text', () => {
  expect(citationsLeft('/** trading 2: the mark price. */')).toEqual([
    'trading 2 in /** trading 2: the mark price. */',
  ])
})
