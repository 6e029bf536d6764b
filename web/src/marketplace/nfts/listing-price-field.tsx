import { t } from '../../lib/i18n.ts'
import { Field, UnitInput } from '../../ui/fields/field.tsx'
import type { ListingForm } from './listing-price.ts'

type ListingPriceFieldProps = { form: ListingForm; disabled?: boolean; hasFocus?: boolean }

export const ListingPriceField = ({ form, disabled, hasFocus }: ListingPriceFieldProps) => (
  <Field label={t('nft.listing.price')} error={form.error}>
    {(control) => (
      <UnitInput
        {...control}
        name="auctionPrice"
        value={form.price}
        onChange={(event) => form.change(event.target.value)}
        unit={t('price.currency')}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        disabled={disabled}
        autoFocus={hasFocus}
      />
    )}
  </Field>
)
