// jsdom has no media queries, sizes and scrolling.
import { polyfillJsdom } from '@x/ui/testing'

polyfillJsdom()
