import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Column } from '@x/ui/data-table'
import { Providers } from '../../app/startup/Providers.tsx'
import { createTestBrowser, type TestTab } from '../../testing/createTestBrowser.ts'
import { PHONE } from '../media/useMedia.ts'
import { ListTable } from './ListTable.tsx'
import type { ListStatus } from './useListStatus.ts'

interface Row {
  readonly id: string
  readonly price: string
}

const ROWS: readonly Row[] = [
  { id: 'a', price: '60,000.0' },
  { id: 'b', price: '59,000.0' },
]
const cancelled = vi.fn()
const COLUMNS: readonly Column<Row>[] = [
  { key: 'id', header: 'Order', cell: ({ id }) => id },
  { key: 'price', header: 'Price', kind: 'number', cell: ({ price }) => price },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: ({ id }) => (
      <button type="button" onClick={() => cancelled(id)}>
        Cancel {id}
      </button>
    ),
  },
]

let tab: TestTab
beforeEach(async () => {
  cancelled.mockReset()
  tab = await createTestBrowser().openTab('http://app/en/futures/usdt/BTCUSDT')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show({
  rows = ROWS,
  status = { kind: 'ready' },
  isPhone = false,
}: {
  readonly rows?: readonly Row[]
  readonly status?: ListStatus
  readonly isPhone?: boolean
} = {}) {
  if (isPhone)
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media === PHONE,
          media,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    )
  render(
    <Providers services={tab.services} store={tab.store}>
      <ListTable
        label="Orders"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        status={status}
        empty="No orders."
      />
    </Providers>,
  )
}

const failed = (onRetry: () => void): ListStatus => ({
  kind: 'error',
  title: 'Not loaded.',
  onRetry,
  traceId: 'w1',
})

describe.each([
  ['a table', false],
  ['cards', true],
] as const)('a list as %s', (_form, isPhone) => {
  it('shows every figure of every row', () => {
    show({ isPhone })
    for (const { id, price } of ROWS) {
      expect(screen.getByText(id)).toBeTruthy()
      expect(screen.getByText(price)).toBeTruthy()
    }
  })

  it('has the actions of its rows', () => {
    show({ isPhone })
    fireEvent.click(screen.getByRole('button', { name: 'Cancel b' }))
    expect(cancelled.mock.calls).toEqual([['b']])
  })

  it('says so where there is none', () => {
    show({ isPhone, rows: [] })
    expect(screen.getByText('No orders.')).toBeTruthy()
  })

  it('offers to try again where it failed', () => {
    const retry = vi.fn()
    show({ isPhone, rows: [], status: failed(retry) })
    expect(screen.getByText('Not loaded.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /again|Retry/i }))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('says nothing of none while it loads', () => {
    show({ isPhone, rows: [], status: { kind: 'loading' } })
    expect(screen.queryByText('No orders.')).toBeNull()
  })
})

describe('cards of a list', () => {
  it('are a list with a name', () => {
    show({ isPhone: true })
    const list = screen.getByRole('list', { name: 'Orders' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  })

  it('name each figure, the actions not', () => {
    show({ isPhone: true })
    const [card] = screen.getAllByRole('listitem')
    expect(
      within(card as HTMLElement)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Order', 'Price'])
  })

  it('leave out what a row does not have', () => {
    show({ isPhone: true, rows: [{ id: 'a', price: '' }] })
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Order'])
  })
})
