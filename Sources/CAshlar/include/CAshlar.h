// Functions that Swift cannot express, one header per subject. This is the umbrella that SwiftPM names in the module map of CAshlar, so it
// includes every header of the folder. C files include only the headers that they need.
#ifndef CASHLAR_H
#define CASHLAR_H

#include "aggregate.h"
#include "allocator.h"
#include "background.h"
#include "boot.h"
#include "checks.h"
#include "codes.h"
#include "crc.h"
#include "disk_space.h"
#include "files.h"
#include "fork.h"
#include "isolation.h"
#include "loan.h"
#include "lock.h"
#include "pair.h"
#include "postings.h"
#include "prefetch.h"
#include "readers.h"
#include "registry.h"
#include "relation.h"
#include "retain.h"
#include "rows.h"
#include "scan.h"
#include "secret.h"
#include "sort.h"
#include "text.h"
#include "thread.h"
#include "watch.h"

#endif
