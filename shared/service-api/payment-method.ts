/** The form of the payment provider's identifiers of a card: `pm_` and letters, digits, underscores. */
export const paymentMethodForm = /^pm_[A-Za-z0-9_]{1,250}$/;
