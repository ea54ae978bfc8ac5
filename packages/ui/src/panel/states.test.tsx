import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CopyText } from '../empty-state/CopyText.tsx'
import { EmptyState, ErrorState } from '../empty-state/EmptyState.tsx'
import { Image, type ImageProps } from '../image/Image.tsx'
import { Progress, type ProgressProps } from '../progress/Progress.tsx'
import { named, pressNamed, renderWidget } from '../testing/support/renderWidget.tsx'
import { Panel, type PanelProps } from './Panel.tsx'
import type { PanelStatus } from './panelStatus.ts'

const part = (name: string): HTMLElement => {
  const found = document.querySelector(`[data-x-part=${name}]`)
  if (!(found instanceof HTMLElement)) throw new Error(`No ${name}`)
  return found
}

afterEach(cleanup)

describe('panel', () => {
  const show = (props: Partial<PanelProps> = {}) =>
    renderWidget(
      <Panel title="Trades" {...props}>
        rows
      </Panel>,
    )

  it.each<readonly [string, PanelStatus, boolean]>([
    ['ready', { kind: 'ready' }, true],
    ['stale', { kind: 'stale', seconds: 4 }, true],
    ['loading', { kind: 'loading' }, false],
    ['empty', { kind: 'empty' }, false],
    ['error', { kind: 'error', title: 'Not loaded' }, false],
  ])('shows its content while %s: %s', (_, status, expected) => {
    show({ status })
    expect(part('panel-body').textContent.includes('rows')).toBe(expected)
    expect(part('panel').getAttribute('aria-busy')).toBe(status.kind === 'loading' ? 'true' : null)
  })

  it('says how old stale content is', () => {
    show({ status: { kind: 'stale', seconds: 12 } })
    expect(screen.getByRole('status').textContent).toBe('Last update 12 s ago, reconnecting')
  })

  it('shows the skeleton of its caller while loading', () => {
    show({ status: { kind: 'loading' }, skeleton: <i>bars</i> })
    expect(part('panel-body').textContent).toBe('bars')
  })

  it('offers the text and the action of an empty one', () => {
    show({ status: { kind: 'empty', text: 'No trades', action: <button>Trade</button> } })
    expect(screen.getByText('No trades')).toBeTruthy()
    expect(named('button', 'Trade')).toBeTruthy()
  })

  it('keeps its actions in every state', () => {
    show({ status: { kind: 'error', title: 'Not loaded' }, actions: <button>Filter</button> })
    expect(named('button', 'Filter')).toBeTruthy()
  })

  it.each<readonly [string, Partial<PanelProps>]>([
    ['its heading', {}],
    ['a label beside tabs', { tabs: <button>Market</button> }],
    ['a label without a header', { bare: true }],
  ])('takes its name from %s', (_, props) => {
    show(props)
    expect(named('region', 'Trades')).toBe(part('panel'))
    expect(screen.queryAllByRole('heading')).toHaveLength(props.tabs || props.bare ? 0 : 1)
  })
})

describe('error state', () => {
  it('announces what failed, offers a retry and the trace id', () => {
    const onRetry = vi.fn()
    renderWidget(
      <ErrorState title="Not sent" onRetry={onRetry} traceId="w17">
        Check the connection.
      </ErrorState>,
    )
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('Not sent')
    expect(alert.textContent).toContain('Check the connection.')
    expect(alert.textContent).toContain('w17')
    pressNamed('button', 'Try again')
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('offers nothing that it has not', () => {
    renderWidget(<ErrorState title="Not sent" />)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('differs from an empty state, which is no alert', () => {
    renderWidget(<EmptyState />)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(part('empty-state').textContent).toBe('Nothing here yet')
  })
})

describe('copy button', () => {
  const writeText = vi.fn<(text: string) => Promise<void>>()
  beforeEach(() => {
    vi.useFakeTimers()
    writeText.mockReset().mockResolvedValue(undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    return () => {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
  })
  const press = (name: string) => act(async () => pressNamed('button', name))
  const status = () => screen.getByRole('status').textContent

  it('copies the whole text where a part is shown', async () => {
    renderWidget(<CopyText text="bc1qexampleaddress" shown="bc1q…ress" />)
    await press('Copy bc1q…ress')
    expect(writeText.mock.calls).toEqual([['bc1qexampleaddress']])
    expect(status()).toBe('Copied')
  })

  it('says that it copied for two seconds', async () => {
    renderWidget(<CopyText text="w17" />)
    await press('Copy w17')
    act(() => void vi.advanceTimersByTime(1999))
    expect(status()).toBe('Copied')
    act(() => void vi.advanceTimersByTime(1))
    expect(status()).toBe('')
  })

  it('says nothing where the clipboard is denied', async () => {
    writeText.mockRejectedValue(new Error('denied'))
    renderWidget(<CopyText text="w17" />)
    await press('Copy w17')
    expect(status()).toBe('')
  })

  it('says nothing where there is no clipboard', async () => {
    vi.stubGlobal('navigator', {})
    renderWidget(<CopyText text="w17" />)
    await press('Copy w17')
    expect(status()).toBe('')
    expect(part('copy-text').textContent).toBe('w17')
  })

  it('leaves no timer behind', async () => {
    renderWidget(<CopyText text="w17" />)
    await press('Copy w17')
    cleanup()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('progress', () => {
  const show = (props: Partial<ProgressProps>) =>
    renderWidget(<Progress label="Upload" showLabel {...props} />)
  const bar = () => screen.getByRole<HTMLProgressElement>('progressbar')

  it.each([
    [0, 100, '0%'],
    [29, 100, '29%'],
    [99.9, 100, '99%'],
    [100, 100, '100%'],
    [999, 1000, '99%'],
    [150, 100, '100%'],
    [-5, 100, '0%'],
    [0.1, 0.3, '33%'],
  ])('shows %d of %d as %s', (value, max, expected) => {
    show({ value, max })
    expect(bar().getAttribute('aria-valuetext')).toBe(expected)
    expect(part('progress').textContent).toBe(`Upload${expected}`)
  })

  it.each([
    [undefined, 100],
    [Number.NaN, 100],
    [Number.POSITIVE_INFINITY, 100],
    [5, 0],
    [5, -1],
    [5, Number.NaN],
  ])('knows no share of %s of %d', (value, max) => {
    show({ value, max })
    expect(bar().hasAttribute('value')).toBe(false)
    expect(part('progress').textContent).toBe('Upload')
  })

  it('has its name with and without a visible label', () => {
    show({ value: 1 })
    expect(named('progressbar', 'Upload').hasAttribute('aria-label')).toBe(false)
    show({ value: 1, showLabel: false })
    expect(named('progressbar', 'Upload').getAttribute('aria-label')).toBe('Upload')
    expect(part('progress').textContent).toBe('')
  })

  it('announces a text of its caller', () => {
    show({ value: 25, format: (percent) => `${percent} of 100` })
    expect(bar().getAttribute('aria-valuetext')).toBe('25 of 100')
    show({ value: 25, format: (percent) => <b>{percent}</b> })
    expect(bar().hasAttribute('aria-valuetext')).toBe(false)
  })
})

describe('image', () => {
  // Without a browser every image counts as finished, and as broken.
  beforeEach(() => {
    const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get')
    complete.mockReturnValue(false)
    return () => complete.mockRestore()
  })
  const allow = (src: string) => (src.startsWith('https://') ? src : '')
  const image = (props: Partial<ImageProps> = {}) => (
    <Image
      src="https://x.test/btc.png"
      alt="Bitcoin"
      allow={allow}
      width={24}
      height={24}
      {...props}
    />
  )
  const picture = () => screen.getByRole<HTMLImageElement>('img', { name: 'Bitcoin' })
  const status = () => part('image').dataset['status']

  it('sends no page to the host of the image', () => {
    renderWidget(image())
    expect(picture().getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(picture().getAttribute('loading')).toBe('lazy')
  })

  it('requests nothing of a source that is not allowed', () => {
    renderWidget(image({ src: 'javascript:alert(1)' }))
    expect(status()).toBe('error')
    expect(document.querySelector('img')).toBeNull()
    expect(picture().textContent).toBe('')
  })

  it('is loading, then loaded', () => {
    renderWidget(image())
    expect([status(), part('image').getAttribute('aria-busy')]).toEqual(['loading', 'true'])
    fireEvent.load(picture())
    expect([status(), part('image').getAttribute('aria-busy')]).toEqual(['loaded', null])
  })

  it('shows its fallback after a failure, with its name', () => {
    renderWidget(image({ fallback: 'B' }))
    fireEvent.error(picture())
    expect(status()).toBe('error')
    expect(picture().textContent).toBe('B')
    expect(document.querySelector('img')).toBeNull()
  })

  it('hides the fallback of a decoration', () => {
    renderWidget(image({ src: '', alt: '', fallback: 'B' }))
    expect(screen.queryByRole('img')).toBeNull()
    expect(part('image').textContent).toBe('B')
  })

  it('starts again with another source', () => {
    const render = renderWidget(image())
    fireEvent.error(picture())
    render(image())
    expect(status()).toBe('error')
    render(image({ src: 'https://x.test/other.png' }))
    expect(status()).toBe('loading')
    expect(picture().getAttribute('src')).toBe('https://x.test/other.png')
    render(image({ src: 'http://x.test/other.png' }))
    expect(status()).toBe('error')
  })

  it('keeps its box whatever the image is', () => {
    renderWidget(image({ width: 24, height: '2em' }))
    const { style } = part('image')
    expect(style.getPropertyValue('--x-image-width')).toBe('24px')
    expect(style.getPropertyValue('--x-image-height')).toBe('2em')
  })
})
