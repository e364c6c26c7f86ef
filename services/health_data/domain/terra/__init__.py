"""What Terra delivers: payloads of many vendors in one shape, mapped by tables."""
