/**
 * For what pages of other origins show: a challenge's script and pictures, which hold nothing of
 * anybody.
 */
export const EMBEDDABLE: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'cross-origin',
}
