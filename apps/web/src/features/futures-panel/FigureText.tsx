import { NumberText } from '@x/ui/number'
import type { Figure } from './positionFigures.ts'

export const FigureText = ({ text, ...figure }: Figure) => (
  <NumberText {...figure}>{text}</NumberText>
)
