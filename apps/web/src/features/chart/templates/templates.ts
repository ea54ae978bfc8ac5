import type { AppearanceState } from '../../../lib/appearance/createAppearance.ts'
import type { ChartChoice } from '../chartChoice.ts'
import { readIndicators } from '../chartIndicators.ts'
import { readScale, readType } from '../chartLook.ts'
import { readDrawings, writeDrawings } from '../storedDrawings.ts'
import { readParameters } from '../indicatorParameters.ts'

/** A look of the chart under a name, with the drawings of the pair that it was saved on. */
export interface ChartTemplate extends Pick<
  ChartChoice,
  'type' | 'scale' | 'indicators' | 'parameters'
> {
  readonly name: string
  readonly symbol: string
  /** As they are stored. */
  readonly drawings: string
  /** Of rises and falls, here as everywhere. */
  readonly colours: Partial<AppearanceState>
}

/** More would crowd the list and the storage. */
export const MOST_TEMPLATES = 20
export const MOST_NAME = 40

/** What storage holds may be from another version: whatever is no template is passed over. */
export function readTemplates(stored: string | null | undefined): readonly ChartTemplate[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list)
      ? list.flatMap((entry) => templateOf(entry) ?? []).slice(-MOST_TEMPLATES)
      : []
  } catch {
    return []
  }
}

function templateOf(entry: unknown): ChartTemplate | undefined {
  const { name, symbol, type, scale, indicators, parameters, drawings, colours } = (entry ??
    {}) as Record<string, unknown>
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  if (text(name).trim() === '') return undefined
  return {
    name: text(name).slice(0, MOST_NAME),
    symbol: text(symbol),
    type: readType(text(type)),
    scale: readScale(text(scale)),
    indicators: readIndicators(text(indicators)),
    parameters: readParameters(text(parameters)),
    drawings: writeDrawings(readDrawings(text(drawings))),
    colours: coloursOf(colours),
  }
}

const COLOURS = ['palette', 'updown', 'customUp', 'customDown'] as const

/** What is no colour is refused where colours are set. */
function coloursOf(entry: unknown): Partial<AppearanceState> {
  const given = (entry ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    COLOURS.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
  )
}

export const writeTemplates = (templates: readonly ChartTemplate[]): string =>
  JSON.stringify(
    templates.slice(-MOST_TEMPLATES).map((template) => ({
      ...template,
      indicators: template.indicators.join(','),
      parameters: JSON.stringify(template.parameters),
    })),
  )

/** With one more; one of the same name gives way. */
export const withTemplate = (
  templates: readonly ChartTemplate[],
  template: ChartTemplate,
): readonly ChartTemplate[] => [...templates.filter(({ name }) => name !== template.name), template]
