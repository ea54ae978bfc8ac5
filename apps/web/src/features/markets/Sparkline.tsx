import { api } from '../../data/store/api.ts'
import { PUBLIC_READ } from '../../data/store/publicRead.ts'
import styles from './home.module.css'
import { sparkShape } from './sparkShape.ts'

const BOX = { width: 80, height: 20 }
const HALF_HOURS = '48'
const FIVE_MINUTES = 300_000

const sparkApi = api.injectEndpoints({
  endpoints: (build) => ({
    dayCloses: build.query<readonly string[], string>({
      query: (symbol) => ({
        path: '/spot/public/candles',
        data: { symbol, interval: '30m', limit: HALF_HOURS },
        ...PUBLIC_READ,
        silent: true,
      }),
      transformResponse: (candles: readonly { readonly close: string }[]) =>
        candles.map(({ close }) => close),
      keepUnusedDataFor: FIVE_MINUTES / 1_000,
    }),
  }),
})

/**
 * The last day of a pair as a line. Hidden from screen readers: the change next to it has the
 * figures.
 */
export function Sparkline({ symbol }: { readonly symbol: string }) {
  const { data = [] } = sparkApi.useDayClosesQuery(symbol, {
    pollingInterval: FIVE_MINUTES,
    skipPollingIfUnfocused: true,
  })
  const shape = sparkShape(data, BOX)
  return (
    <svg
      className={styles['spark']}
      viewBox={`-1 -1 ${BOX.width + 2} ${BOX.height + 2}`}
      width={BOX.width}
      height={BOX.height}
      data-direction={shape?.direction}
      aria-hidden="true"
    >
      {shape ? (
        <polyline
          points={shape.points}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
        />
      ) : null}
    </svg>
  )
}
