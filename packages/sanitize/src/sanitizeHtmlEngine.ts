import sanitizeHtml from 'sanitize-html'
import type { Engine } from './engine.ts'

/**
 * Engine A (S1): sanitize-html, on the server and wherever a browser has no sanitiser of its own.
 */
export const sanitizeHtmlEngine: Engine = (html, { policy, elements, keep }) =>
  sanitizeHtml(html, {
    allowedTags: Object.keys(elements),
    allowedAttributes: Object.fromEntries(
      Object.entries(elements).map(([tag, names]) => [tag, [...names]]),
    ),
    disallowedTagsMode: 'discard',
    nonTextTags: [...policy.dropBodies],
    nestingLimit: policy.maxDepth,
    // Addresses are judged by the rules shared with the other engine, which know more than schemes.
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    enforceHtmlBoundary: false,
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName,
        attribs: Object.fromEntries(keep(tagName, Object.entries(attribs)) ?? []),
      }),
    },
  })
