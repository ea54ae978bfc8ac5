import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import type { Chart } from 'klinecharts'
import { BellRing } from 'lucide-react'
import { lazy, useState } from 'react'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { OptionalLazyBoundary } from '../../../lib/lazy/OptionalLazyBoundary.tsx'
import { useTerminalMessages } from '../../../lib/messages/messages.ts'
import { useChartMenu } from './useChartMenu.ts'

const AlertDialog = lazy(() => import('./AlertDialog.tsx'))

interface AlertButtonProps {
  readonly spec: SpotSymbol
  readonly chart: Chart | null
}

/**
 * Opens the price alerts of a pair; a press of the second button on the chart does so with the
 * price under it.
 */
export default function AlertButton({ spec, chart }: AlertButtonProps) {
  const t = useTerminalMessages()
  const [price, setPrice] = useState<string | undefined>(undefined)
  useChartMenu(chart, { spec, onPrice: setPrice })
  return (
    <>
      <IconButton
        size="mini"
        icon={<Icon of={BellRing} size={14} />}
        label={t('alert.title')}
        onClick={() => setPrice('')}
      />
      {price === undefined ? null : (
        <OptionalLazyBoundary onFail={() => setPrice(undefined)}>
          <AlertDialog spec={spec} price={price} onClose={() => setPrice(undefined)} />
        </OptionalLazyBoundary>
      )}
    </>
  )
}
