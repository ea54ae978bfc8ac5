import type { DeepPartial, OverlayStyle, Styles } from 'klinecharts'

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
  readonly accent: string
  /** Lines of indicators, no two alike. */
  readonly series: readonly string[]
}

/** Colours of lines in the style sheet. */
const SERIES = 8

/**
 * The tokens as they stand now: a change of theme, palette or direction of colours is a new set.
 */
export function readColours(element: Element): ChartColours {
  const style = getComputedStyle(element)
  const token = (name: string): string => wholeHex(style.getPropertyValue(`--x-${name}`).trim())
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
    accent: token('accent'),
    series: Array.from({ length: SERIES }, (_, index) =>
      wholeHex(style.getPropertyValue(`--series-${index + 1}`).trim()),
    ),
  }
}

/** `#fff` as `#ffffff`: a built style sheet has the short form, which takes no opacity after it. */
const wholeHex = (colour: string): string =>
  /^#[\da-f]{3}$/i.test(colour) ? colour.replaceAll(/[\da-f]/gi, '$&$&') : colour

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
  accent,
  series,
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
          extendTexts: [
            {
              ...typeface,
              show: true,
              position: 'below_price',
              updateInterval: 1_000,
              style: 'fill',
              size: 10,
              color: onFill,
              borderStyle: 'solid',
              borderSize: 0,
              borderColor: 'transparent',
              borderDashedValue: [2, 2],
              borderRadius: 2,
              paddingLeft: 4,
              paddingRight: 4,
              paddingTop: 1,
              paddingBottom: 4,
            },
          ],
        },
      },
      area: {
        lineSize: 1.5,
        lineColor: accent,
        value: 'close',
        smooth: false,
        backgroundColor: [
          { offset: 0, color: faded(accent, '05') },
          { offset: 1, color: faded(accent, '40') },
        ],
        point: { show: false, animation: false },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      // What rises and falls, whatever the candles are drawn with.
      ohlc: { upColor: up, downColor: down, noChangeColor: quiet },
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
      lines: series.map((color) => ({
        style: 'solid' as const,
        smooth: false,
        size: 1,
        dashedValue: [2, 2],
        color,
      })),
      tooltip: { showRule: 'none' },
    },
    // `strong` is read by the text figure of this folder.
    xAxis: { ...axis, tickText: { ...axis.tickText, strong: text } as typeof axis.tickText },
    yAxis: axis,
    separator: { size: 1, color: faded(line, GRID), activeBackgroundColor: faded(line, GRID) },
    crosshair: { horizontal: { ...crosshair, features: [] }, vertical: crosshair },
    overlay: overlayStyles({ accent, text, surface, font }),
  }
}

/** Drawings in the accent, with the page's own typeface. */
function overlayStyles({
  accent,
  text,
  surface,
  font,
}: Pick<ChartColours, 'accent' | 'text' | 'surface' | 'font'>): DeepPartial<OverlayStyle> {
  const fill = faded(accent, '1f')
  const shape = { color: fill, borderColor: accent, borderSize: 1 }
  return {
    point: {
      color: surface,
      borderColor: accent,
      borderSize: 1.5,
      radius: 4,
      activeColor: accent,
      activeBorderColor: faded(accent, '40'),
      activeBorderSize: 4,
      activeRadius: 4,
    },
    line: { color: accent, size: 1 },
    rect: shape,
    polygon: shape,
    circle: shape,
    arc: { color: accent, size: 1 },
    text: {
      color: text,
      backgroundColor: faded(surface, 'cc'),
      borderColor: 'transparent',
      borderSize: 0,
      borderRadius: 2,
      family: font,
      size: 11,
      weight: 450,
      paddingLeft: 4,
      paddingRight: 4,
      paddingTop: 2,
      paddingBottom: 2,
    },
  }
}
