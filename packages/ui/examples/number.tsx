import { Change, LiveNumber, NumberText } from '@x/ui/number'

export function Ticker({
  price,
  change,
  volume,
}: {
  readonly price: string
  readonly change: string
  readonly volume: string
}) {
  return (
    <>
      <LiveNumber value={price} colored>
        {price}
      </LiveNumber>
      <Change value={change} unit="%" mark="both" />
      <NumberText full={volume} unit="BTC">
        {volume.slice(0, 6)}
      </NumberText>
    </>
  )
}
