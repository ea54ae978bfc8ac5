import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Badge } from '../badge/Badge.tsx'
import { UiProvider } from '../provider/UiProvider.tsx'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { Skeleton, SkeletonRows, Spinner } from './Skeleton.tsx'

const count = (html: string, part: string) => html.split(part).length - 1

describe('skeletons', () => {
  it('have the given size and are hidden from screen readers', () => {
    const html = renderToStaticMarkup(<Skeleton width="40px" height="2em" />)
    expect(html).toContain('inline-size:40px;block-size:2em')
    expect(html).toContain('aria-hidden="true"')
  })

  it('are announced once per group of rows', () => {
    const html = renderToStaticMarkup(<SkeletonRows rows={4} columns={['50%', '20%']} />)
    expect(count(html, 'role="status"')).toBe(1)
    expect(html).toContain('aria-label="Loading"')
    expect(count(html, 'data-x-part="skeleton"')).toBe(8)
    expect(html).toContain('grid-template-columns:1fr 1fr')
  })

  it('are six rows of three blocks by default, always the same', () => {
    const draw = () => renderToStaticMarkup(<SkeletonRows />)
    expect(count(draw(), 'data-x-part="skeleton"')).toBe(18)
    expect(draw()).toBe(draw())
  })

  it("announce a spinner in the provider's language or by label", () => {
    const inArabic = (label?: string) =>
      renderToStaticMarkup(
        <UiProvider language="ar" strings={{ loading: 'جارٍ التحميل' }}>
          <Spinner {...(label === undefined ? {} : { label })} />
        </UiProvider>,
      )
    expect(inArabic()).toContain('aria-label="جارٍ التحميل"')
    expect(inArabic('Placing the order')).toContain('aria-label="Placing the order"')
  })
})

describe('small texts', () => {
  it.each(['neutral', 'accent', 'up', 'down', 'warning', 'danger', 'success'] as const)(
    'keep the word of a badge in the tone %s',
    (tone) => {
      const html = renderToStaticMarkup(
        <Badge tone={tone} className="mine">
          Paper
        </Badge>,
      )
      expect(html).toContain(`data-tone="${tone}"`)
      expect(html).toContain('>Paper</span>')
      expect(html).toContain('mine')
    },
  )

  it('keep a visually hidden text in the markup', () => {
    expect(renderToStaticMarkup(<VisuallyHidden id="note">Price fell</VisuallyHidden>)).toMatch(
      /<span[^>]*id="note"[^>]*>Price fell<\/span>/,
    )
  })
})
