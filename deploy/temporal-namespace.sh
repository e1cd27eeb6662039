#!/bin/sh
# Creates the namespace and its search attributes; idempotent.
set -eu
: "${TEMPORAL_ADDRESS:?}" "${TEMPORAL_NAMESPACE:?}"
export TEMPORAL_ADDRESS TEMPORAL_NAMESPACE

# Retries a command until it succeeds: a new namespace takes seconds to be visible everywhere.
insist() {
  tries=30
  until "$@"; do
    tries=$((tries - 1))
    if [ "$tries" -eq 0 ]; then return 1; fi
    sleep 2
  done
}

insist temporal operator cluster health

# Retained closed runs prevent a second start with the same id.
if temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" >/dev/null 2>&1; then
  temporal operator namespace update --retention 720h -n "$TEMPORAL_NAMESPACE"
else
  temporal operator namespace create --retention 720h -n "$TEMPORAL_NAMESPACE"
fi

add_attributes() {
  known=$(temporal operator search-attribute list) || return 1
  for attribute in AccountId=Keyword GenerationType=Keyword Model=Keyword Stage=Keyword \
    Outcome=Keyword ErrorCode=Keyword RefundedCredits=Int WebhookId=Keyword EventType=Keyword \
    GenerationId=Keyword; do
    name=${attribute%=*} type=${attribute#*=}
    case $known in
      *" $name "*) ;;
      *) temporal operator search-attribute create --name "$name" --type "$type" || return 1 ;;
    esac
  done
}
insist add_attributes
