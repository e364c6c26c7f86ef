"""What all services share, the contracts, the client and the command line."""

import os

# Whoever forks here runs another program at once. gRPC's own work in the forked child, between the two, crashes it now
# and then while calls go on (grpc/grpc#43055); gRPC reads this when it is first used.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
