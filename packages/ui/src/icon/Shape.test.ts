import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Check, ChevronDown, X, type LucideIcon } from 'lucide-react'
import { expect, it } from 'vitest'
import { Icon } from './Icon.tsx'
import { Shape } from './Shape.tsx'
import { CHECK, CHEVRON_DOWN, CROSS, type IconShape } from './shapes.ts'

const parts = (markup: string) =>
  [...markup.matchAll(/<(\w+)([^>]*)>/g)].map(([, tag, attributes = '']) => [
    tag,
    ...(attributes.match(/[\w-]+="[^"]*"/gi) ?? []).sort(),
  ])
const cases: readonly (readonly [string, IconShape, LucideIcon])[] = [
  ['CROSS', CROSS, X],
  ['CHEVRON_DOWN', CHEVRON_DOWN, ChevronDown],
  ['CHECK', CHECK, Check],
]

it.each(cases)('renders %s with the same elements as lucide-react', (_, shape, icon) => {
  const props = { size: 14, className: 'mark' }
  expect(parts(renderToStaticMarkup(createElement(Shape, { of: shape, ...props })))).toEqual(
    parts(renderToStaticMarkup(createElement(Icon, { of: icon, ...props }))),
  )
})
