import {
  FormatRegistry,
  Type,
  type SchemaOptions,
  type Static,
  type TLiteral,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
} from '@sinclair/typebox'

/** `T` with every property and every list read-only, at any depth. */
export type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T

/** The TypeScript type of the values that a schema describes. */
export type ValueOf<Schema extends TSchema> = ReadonlyDeep<Static<Schema>>

const DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/

// TypeBox refuses every value of a format that it does not know; `""` is an absent field.
if (!FormatRegistry.Has('decimal'))
  FormatRegistry.Set('decimal', (text) => text === '' || DECIMAL.test(text))

/**
 * A decimal number as text, such as `90000.10`: money, prices and sizes are never JSON numbers. A
 * minus sign is possible where the field may be negative.
 */
export const DecimalString = Type.String({
  format: 'decimal',
  pattern: DECIMAL.source,
  description: 'A decimal number as text.',
})

/** A moment in milliseconds since the Unix epoch. */
export const Timestamp = Type.Integer({
  minimum: 0,
  description: 'Milliseconds since the Unix epoch.',
})

/** Amounts by asset or currency, such as `{ "USDT": "50000" }`. */
export const AmountByAsset = Type.Record(Type.String(), DecimalString)

/** Text that a request needs, of 1 to `maxLength` characters. */
export const requiredText = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/**
 * A field of an order or a filter in a request. The server reads `""` like an absent field, and
 * checks the value itself after the schema, so that each refusal names its field and its code.
 */
export const FieldText = Type.String({ maxLength: 100 })

/** A `FieldText` that may also be `null`, which means the same as an absent field. */
export const NullableFieldText = Type.Union([FieldText, Type.Null()])

/** An amount in a request, checked after the schema as `FieldText` is. */
export const amountText = (description: string) =>
  Type.String({ maxLength: 100, format: 'decimal', description })

/** An `amountText` that may also be `null`, which means the same as an absent field. */
export const nullableAmount = (description: string) =>
  Type.Union([Type.String({ maxLength: 100, format: 'decimal' }), Type.Null()], { description })

/** One of `values`. */
export const oneOf = <const Values extends readonly string[]>(
  values: Values,
  options: SchemaOptions = {},
): TUnsafe<Values[number]> => Type.Unsafe<Values[number]>(Type.Union(literals(values), options))

/** One of `values` in a request; `""` and `null` mean the same as an absent field. */
export const optionalOneOf = <const Values extends readonly string[]>(
  values: Values,
  options: SchemaOptions = {},
): TUnsafe<Values[number] | '' | null> =>
  Type.Unsafe<Values[number] | '' | null>(
    Type.Union([...literals([...values, '']), Type.Null()], options),
  )

/** One of `values` in a query; `""` means the same as an absent parameter. */
export const queryOneOf = <const Values extends readonly string[]>(
  values: Values,
  options: SchemaOptions = {},
): TUnsafe<Values[number] | ''> =>
  Type.Unsafe<Values[number] | ''>(Type.Union(literals([...values, '']), options))

/** `Type.Unsafe` around these unions shortens the type and keeps the kind that validators read. */
const literals = (values: readonly string[]): TLiteral<string>[] =>
  values.map((value) => Type.Literal(value))

/** `schema`, or `null` where there is no value. */
export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** An object that another specification defines; its fields are not checked here. */
export const foreignObject = (description: string) =>
  Type.Unsafe<object>(Type.Object({}, { additionalProperties: true, description }))

/** The object `first` with the fields of `second` added. */
export const extend = <First extends TProperties, Second extends TProperties>(
  first: TObject<First>,
  second: Second,
): TObject<First & Second> => Type.Object({ ...first.properties, ...second })

/** A page of a list that grows at its head. */
export const pageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    next: nullable(
      Type.String({ description: 'The cursor of the next page; null on the last page.' }),
    ),
  })

/** A page of a list that grows at its head; `next` is the cursor of the next page. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

/** The realm that an account trades in: with real funds, or on paper. */
export const Realm = oneOf(['live', 'paper'])
export type Realm = ValueOf<typeof Realm>

/** Which way an order trades, from the side of its owner. */
export const Side = oneOf(['buy', 'sell'])
export type Side = ValueOf<typeof Side>

/** Account ids are ten digits. */
export const UserId = Type.String({ description: 'An account id.' })
