import { Progress } from '@x/ui/progress'

export function Confirmations({
  seen,
  needed,
}: {
  readonly seen: number
  readonly needed: number
}) {
  return (
    <Progress
      label="Confirmations"
      showLabel
      value={seen}
      max={needed}
      format={() => `${seen} of ${needed}`}
    />
  )
}
