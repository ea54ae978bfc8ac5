import { ChartMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around what opens from the chart's bar. */
export const ChartTexts = createPartTexts(['terminal', 'charts'], ChartMessagesProvider)
