export { Tooltip, type TooltipProps } from '../tooltip/Tooltip.tsx'
export {
  createTooltip,
  TOOLTIP_CLOSE_DELAY,
  TOOLTIP_HIDE_AFTER,
  TOOLTIP_MAX_WIDTH,
  TOOLTIP_OPEN_DELAY,
  type TooltipModel,
  type TooltipOptions,
} from '../tooltip/createTooltip.ts'
