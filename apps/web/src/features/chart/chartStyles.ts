import type { DeepPartial, Styles } from 'klinecharts'

export interface ChartColours {
  readonly up: string
  readonly down: string
  readonly text: string
  readonly quiet: string
  readonly surface: string
  readonly raised: string
  readonly line: string
  readonly onFill: string
  readonly font: string
}

/**
 * The tokens as they stand now: a change of theme, palette or direction of colours is a new set.
 */
export function readColours(element: Element): ChartColours {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(`--x-${name}`).trim()
  return {
    up: token('up'),
    down: token('down'),
    text: token('text'),
    quiet: token('text-3'),
    surface: token('surface-1'),
    raised: token('surface-3'),
    line: token('text'),
    onFill: token('on-fill'),
    font: token('font-number'),
  }
}

/** Hexadecimal colour with an opacity. */
const faded = (colour: string, opacity: string): string => `${colour}${opacity}`
const GRID = '0f'
const VOLUME = '66'

export function chartStyles({
  up,
  down,
  text,
  quiet,
  surface,
  raised,
  line,
  onFill,
  font,
}: ChartColours): DeepPartial<Styles> {
  const grid = { show: true, size: 1, color: faded(line, GRID), style: 'solid' as const }
  const typeface = { family: font, size: 11, weight: 450 }
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { ...typeface, color: quiet },
  }
  const crosshair = {
    line: { color: faded(line, '59'), style: 'dashed' as const, dashedValue: [3, 3] },
    text: {
      ...typeface,
      color: text,
      backgroundColor: raised,
      borderColor: raised,
      borderRadius: 2,
    },
  }
  const legend = {
    ...typeface,
    color: quiet,
    marginLeft: 0,
    marginRight: 8,
    marginTop: 4,
    marginBottom: 0,
  }
  const mark = { color: quiet, textFamily: font, textSize: 11 }
  return {
    grid: { horizontal: grid, vertical: grid },
    candle: {
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: quiet,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: quiet,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: quiet,
      },
      priceMark: {
        high: mark,
        low: mark,
        last: {
          upColor: up,
          downColor: down,
          noChangeColor: quiet,
          text: {
            ...typeface,
            color: onFill,
            borderRadius: 2,
            paddingLeft: 4,
            paddingRight: 4,
            paddingTop: 3,
            paddingBottom: 3,
          },
        },
      },
      tooltip: { offsetLeft: 12, offsetTop: 6, title: { show: false }, legend },
    },
    indicator: {
      bars: [
        {
          style: 'fill',
          borderStyle: 'solid',
          borderSize: 1,
          borderDashedValue: [2, 2],
          upColor: faded(up, VOLUME),
          downColor: faded(down, VOLUME),
          noChangeColor: faded(quiet, VOLUME),
        },
      ],
      lastValueMark: { show: false },
      tooltip: {
        offsetLeft: 12,
        title: { ...typeface, color: quiet, showParams: false, marginLeft: 0 },
        legend,
      },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { size: 1, color: faded(line, GRID), activeBackgroundColor: faded(line, GRID) },
    crosshair: { horizontal: { ...crosshair, features: [] }, vertical: crosshair },
    overlay: { text: { color: text, backgroundColor: surface } },
  }
}
